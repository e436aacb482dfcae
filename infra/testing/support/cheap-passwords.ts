/**
 * Stands in for `@carapace/shared/account/password` in tests with servers (see vitest.config.ts): the least work that
 * Argon2id accepts. No setting of the product leads here; the real cost is asserted by passwords.test.ts.
 */
export const passwordHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const
