/**
 * Argon2id with the parameters of OWASP's Password Storage Cheat Sheet (19 MiB, two passes, one lane). The password
 * screens, the seed and the operator's command line must all hash in the same way.
 */
export const passwordHashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
