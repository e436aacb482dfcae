/** Something we foresaw and can explain in a sentence: printed without a stack. Whatever else is thrown is a bug. */
export class Refusal extends Error {}
