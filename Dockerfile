# The program in a container, as an engine or with its pages:
#
#     docker build --build-arg COMMIT=$(git rev-parse --short=9 HEAD) -t belle .
#     docker run --rm -i belle                                   UCI on standard input
#     docker run --rm -it belle play                             a game in the terminal
#     docker run --rm -p 127.0.0.1:1980:1980 belle room --no-open --address 0.0.0.0 --port 1980
#
# The last one serves the machine room, and prints its address with the token that opens it. 127.0.0.1 before the ports
# keeps other computers out.

FROM rust:1.95-slim-bookworm AS build
RUN rustup target add x86_64-unknown-linux-musl
WORKDIR /src
COPY . .
ARG COMMIT
ENV BELLE_COMMIT=$COMMIT
RUN cargo build --profile dist --locked --package belle --target x86_64-unknown-linux-musl
RUN cargo run --quiet --locked --package xtask -- install --destdir /package --prefix /usr \
    --program target/x86_64-unknown-linux-musl/dist/belle --target x86_64-unknown-linux-musl

FROM debian:bookworm-slim
COPY --from=build /package/usr /usr
RUN useradd --create-home belle
USER belle
WORKDIR /home/belle
ENV LANG=C.UTF-8 TERM=xterm-256color
EXPOSE 1980
ENTRYPOINT ["belle"]
CMD ["uci"]
