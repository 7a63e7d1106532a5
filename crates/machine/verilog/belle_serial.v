// A serial line in front of the host port: eight data bits, no parity, one stop bit.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands are bytes, some with two bytes of data behind them; belle_host.vh has their codes, and README.md tells what a
// host does with them. They wait in a queue and are done one after the other. Two kinds pass the queue: a stop, and a
// read at once. So a host may queue the searches of many moves, and the line is never in the way of the machine.

module belle_serial #(
    parameter [15:0] DIVIDER = 16'd25, // clocks a bit
    parameter QUEUE = 11               // the queue holds two to this power bytes
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output wire tx,
    output reg [5:0] host_address,
    output reg host_write,
    output reg [15:0] host_data,
    input wire [15:0] host_out,
    input wire halted
);
    `include "belle_host.vh"

    wire [7:0] rx_data;
    wire rx_ready;
    belle_receiver #(.DIVIDER(DIVIDER)) receiver(
        .clock(clock),
        .reset(reset),
        .rx(rx),
        .data(rx_data),
        .ready(rx_ready)
    );

    reg tx_send;
    reg [7:0] tx_data;
    wire tx_idle;
    belle_transmitter #(.DIVIDER(DIVIDER)) transmitter(
        .clock(clock),
        .reset(reset),
        .send(tx_send),
        .data(tx_data),
        .idle(tx_idle),
        .tx(tx)
    );

    // The queue. A stop and a read at once are told from data by counting the bytes of a command.
    reg [7:0] queue [0:(1 << QUEUE) - 1];
    reg [QUEUE-1:0] queue_in, queue_out;
    reg [7:0] head;
    reg [1:0] data_left;
    reg stop_asked, peek_asked;
    reg [5:0] peek_address;
    wire is_command = rx_ready & data_left == 2'd0;
    wire is_stop = is_command & rx_data == SERIAL_STOP;
    wire is_peek = is_command & rx_data[7:6] == 2'b11 & !is_stop;
    wire has_data = rx_data[7:6] == 2'b01 | rx_data == SERIAL_UNLESS;
    wire empty = queue_in == queue_out;
    reg stop_done, peek_done;
    always @(posedge clock) begin
        head <= queue[queue_out];
        if (rx_ready & !is_stop & !is_peek) queue[queue_in] <= rx_data;
        if (reset) begin
            queue_in <= {QUEUE{1'b0}};
            data_left <= 2'd0;
            stop_asked <= 1'b0;
            peek_asked <= 1'b0;
            peek_address <= 6'd0;
        end else begin
            if (stop_done) stop_asked <= 1'b0;
            if (peek_done) peek_asked <= 1'b0;
            if (is_stop) stop_asked <= 1'b1;
            if (is_peek) begin
                peek_asked <= 1'b1;
                peek_address <= rx_data[5:0];
            end
            if (rx_ready & !is_stop & !is_peek) begin
                queue_in <= queue_in + 1'b1;
                if (data_left != 2'd0) data_left <= data_left - 2'd1;
                else if (has_data) data_left <= 2'd2;
            end
        end
    end

    // Commands.
    localparam [3:0] IDLE = 4'd0, DECODE = 4'd1, LOW = 4'd2, LOW_TAKEN = 4'd3, HIGH = 4'd4, HIGH_TAKEN = 4'd5,
        COMPARE = 4'd6, WAIT = 4'd7, READ = 4'd8, SEND = 4'd9, STOP = 4'd10;
    reg [3:0] state, state_after;
    reg [7:0] command;
    reg [23:0] answer;
    reg [1:0] answer_left;
    reg dropping;
    always @(posedge clock) begin
        host_write <= 1'b0;
        tx_send <= 1'b0;
        stop_done <= 1'b0;
        peek_done <= 1'b0;
        case (state)
            IDLE, WAIT:
                if (stop_asked & !stop_done) begin
                    host_address <= HOST_COMMAND;
                    host_data <= 16'd1 << HOST_COMMAND_STOP;
                    host_write <= 1'b1;
                    stop_done <= 1'b1;
                    dropping <= 1'b0;
                    queue_out <= queue_in;
                    state <= STOP;
                end else if (peek_asked & !peek_done) begin
                    host_address <= peek_address;
                    command <= {2'b11, peek_address};
                    peek_done <= 1'b1;
                    state_after <= state;
                    state <= READ;
                end else if (state == WAIT) begin
                    if (halted) state <= IDLE;
                end else if (!empty) begin
                    state <= DECODE;
                end
            DECODE: begin
                queue_out <= queue_out + 1'b1;
                command <= head;
                state_after <= IDLE;
                state <= IDLE;
                if (head[7:6] == 2'b01 | head == SERIAL_UNLESS) begin
                    state <= LOW;
                end else if (dropping) begin
                    if (head == SERIAL_END) dropping <= 1'b0;
                end else if (head[7:6] == 2'b00) begin
                    host_address <= head[5:0];
                    state <= READ;
                end else if (head == SERIAL_WAIT) begin
                    state <= WAIT;
                end else if (head == SERIAL_MARK) begin
                    answer <= {16'd0, head};
                    answer_left <= 2'd1;
                    state <= SEND;
                end
            end
            // A stop empties the queue: the data of a command may never come.
            LOW: state <= stop_asked ? IDLE : empty ? LOW : LOW_TAKEN;
            LOW_TAKEN: begin
                queue_out <= queue_out + 1'b1;
                if (!dropping) host_data[7:0] <= head;
                state <= HIGH;
            end
            HIGH: state <= stop_asked ? IDLE : empty ? HIGH : HIGH_TAKEN;
            HIGH_TAKEN: begin
                queue_out <= queue_out + 1'b1;
                state <= IDLE;
                if (!dropping) begin
                    host_data[15:8] <= head;
                    if (command == SERIAL_UNLESS) begin
                        host_address <= HOST_VALUE;
                        state <= COMPARE;
                    end else begin
                        host_address <= command[5:0];
                        host_write <= 1'b1;
                    end
                end
            end
            COMPARE: begin
                dropping <= $signed(host_out) > $signed(host_data);
                state <= IDLE;
            end
            READ: begin
                answer <= {host_out, command};
                answer_left <= 2'd3;
                state <= SEND;
            end
            SEND:
                if (answer_left == 2'd0) begin
                    state <= state_after;
                end else if (tx_idle) begin
                    tx_send <= 1'b1;
                    tx_data <= answer[7:0];
                    answer <= {8'd0, answer[23:8]};
                    answer_left <= answer_left - 2'd1;
                end
            STOP: begin
                answer <= {16'd0, SERIAL_STOP};
                answer_left <= 2'd1;
                state_after <= IDLE;
                state <= SEND;
            end
            default: state <= IDLE;
        endcase
        if (reset) begin
            state <= IDLE;
            state_after <= IDLE;
            queue_out <= {QUEUE{1'b0}};
            command <= 8'd0;
            answer <= 24'd0;
            answer_left <= 2'd0;
            dropping <= 1'b0;
            host_address <= 6'd0;
            host_data <= 16'd0;
            tx_data <= 8'd0;
        end
    end
endmodule
