/**
 * Argon2id as OWASP's Password Storage Cheat Sheet gives it (19 MiB, two passes, one lane). The password screens, the
 * seed and the operator's command line must all hash alike.
 */
export const passwordHashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
