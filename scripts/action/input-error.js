/** What the author of a workflow can correct, as a sentence; nothing was measured. */
export class InputError extends Error {}
