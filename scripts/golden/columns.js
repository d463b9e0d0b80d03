/** Loaded before the command: makes stdout as wide as a terminal of GOLDEN_COLUMNS columns, while it stays a pipe. */
const { GOLDEN_COLUMNS } = process.env
Object.defineProperty(process.stdout, 'columns', { value: Number(GOLDEN_COLUMNS) })
