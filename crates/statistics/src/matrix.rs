//! Small dense matrices, as rows.

/// Product of two square matrices.
pub(crate) fn product(one: &[Vec<f64>], other: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let count = one.len();
    let mut result = vec![vec![0.0; count]; count];
    for (row, line) in result.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            for middle in 0..count {
                *cell += one[row][middle] * other[middle][column];
            }
        }
    }
    result
}

/// Inverse of a square matrix, by Gauss-Jordan elimination with the greatest pivot of a column. The
/// cells of a singular matrix's inverse are not numbers.
pub fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    // Beside the matrix stands the unit matrix, which the same steps turn into the inverse.
    for (row, line) in matrix.iter_mut().enumerate() {
        line.extend((0..count).map(|column| f64::from(row == column)));
    }
    for column in 0..count {
        let greatest = (column..count)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        matrix.swap(column, greatest.unwrap_or(column));
        let divisor = matrix[column][column];
        for value in &mut matrix[column] {
            *value /= divisor;
        }
        let pivot_row = matrix[column].clone();
        for (row, line) in matrix.iter_mut().enumerate() {
            if row == column {
                continue;
            }
            let factor = line[column];
            for (value, pivot) in line.iter_mut().zip(&pivot_row) {
                *value -= factor * pivot;
            }
        }
    }
    matrix
        .into_iter()
        .map(|line| line[count..].to_vec())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_matrix_is_the_unit_matrix() {
        // The first pivot is zero, so that rows must be exchanged.
        let matrix = vec![
            vec![0.0, 2.0, 1.0],
            vec![1.0, -1.0, 3.0],
            vec![4.0, 0.5, -2.0],
        ];
        let unit = product(&invert(matrix.clone()), &matrix);
        for (row, line) in unit.iter().enumerate() {
            for (column, &cell) in line.iter().enumerate() {
                assert!((cell - f64::from(row == column)).abs() < 1e-12, "{unit:?}");
            }
        }
    }
}
