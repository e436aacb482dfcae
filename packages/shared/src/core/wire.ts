import { z } from 'zod'

/** Whether PostgreSQL and four digits have the year of this instant. */
const isInRange = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

/** A time on the wire: RFC 3339 with a zone. */
export const dateTime = z.iso
  .datetime({ offset: true })
  .refine((text) => isInRange(new Date(text)), 'Give a time of the years 1 to 9999.')

/** A time in a query: RFC 3339, or epoch milliseconds as digits. Parsed to a Date. */
export const queryDateTime = z
  .union([dateTime, z.string().regex(/^\d{9,16}$/, 'Give RFC 3339 or epoch milliseconds.')])
  .transform((text) => new Date(/^\d+$/.test(text) ? Number(text) : text))
  .refine(isInRange, 'This is not a time.')

/** The maximum number of rows to return, from a query string. */
export const limit = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual)

/** Several words of a list from a query string: `a,b`, or the parameter repeated. */
export const oneOrMore = <T extends readonly [string, ...string[]]>(words: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : value.split(',')))
    .pipe(z.array(z.enum(words)).min(1).max(words.length))

/** The start of the next page, as returned by the previous page. */
export const cursor = z.string().max(128)

/** A reference to a vehicle: a uuid, a VIN or a device id. */
export const vehicleName = z.string().trim().min(1).max(64)

/** Several texts from a query string: `a,b`, or the parameter repeated. */
export const someTexts = (most: number, length: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : value.split(',')))
    .pipe(z.array(z.string().trim().min(1).max(length)).min(1).max(most))

/** A boolean from a query string. */
export const queryBoolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

/**
 * West, south, east, north in degrees, from a query string: `5.9,47.2,15.1,55.1`; west > east crosses the antimeridian.
 */
export const queryBbox = z
  .union([z.string().transform((value) => value.split(',').map(Number)), z.array(z.number())])
  .pipe(
    z.tuple([
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
    ]),
  )
