/**
 * Replaces `@carapace/shared/account/password` in tests with servers (see vitest.config.ts): the lowest cost that
 * Argon2id accepts. No setting of the product leads here; passwords.test.ts asserts the real cost.
 */
export const passwordHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const
