/** An expected error with a one-sentence explanation: printed without a stack. Any other error is a bug. */
export class Refusal extends Error {}
