import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

export const getReleaseHistory = endpoint({
  method: 'GET',
  path: 'v2/app/release-history',
  summary: 'The changes of each version, the latest first; the first one runs now',
  access: 'member',
  input: z.object({}),
  output: z.object({
    success: z.literal(true),
    releases: z.array(
      z.object({
        version: z.string(),
        /** The main content, in a few words. */
        title: z.string(),
        changes: z.array(z.string()),
      }),
    ),
  }),
})
