import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column, always with its zone. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 6 })

export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
})
