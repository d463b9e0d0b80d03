/**
 * The most rounds a run may have. It stands alone because the command line refuses more, the measurement stops there and the
 * analysis advises no more, and these may not import each other.
 */
export const MOST_ROUNDS = 200
