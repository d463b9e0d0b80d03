/** The confidence of every interval. */
export const CONFIDENCE = 0.95

/** The significance level of every test; also the false discovery rate where many are made together. */
export const ALPHA = 0.05
