import { z } from 'zod'
import { vehicleName } from '../../core/wire.ts'

/** Longest time that a vehicle waits for an action, seconds. */
const longestWait = 25

const Request = z.object({
  vehicle: vehicleName.optional(),
  wait: z.coerce.number().min(0).max(longestWait).default(0),
})

const Confirmation = z.object({
  uuid: z.uuid(),
  state: z.enum(['CONFIRMED', 'FAILED']),
  detail: z
    .string()
    .max(1_000)
    .regex(/^[^\0]*$/, 'A zero character is not allowed.')
    .default(''),
  vehicle: vehicleName.optional(),
})
export type Confirmation = z.output<typeof Confirmation>

/** A value, or why the input is not one. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/** The query string of a vehicle that asks for its actions. */
export const readActionRequest = (input: unknown): Read<z.output<typeof Request>> => read(Request, input)

/** The body with which a vehicle confirms an action. */
export const readConfirmation = (input: unknown): Read<Confirmation> => read(Confirmation, input)

function read<T extends z.ZodType>(schema: T, input: unknown): Read<z.output<T>> {
  const { data, error } = schema.safeParse(input)
  if (!error) return { ok: true, value: data! }
  const [issue] = error.issues
  return { ok: false, reason: `${issue!.path.join('.') || 'body'}: ${issue!.message}` }
}
