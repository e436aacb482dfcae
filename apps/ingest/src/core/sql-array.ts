import { type SQL, sql } from 'drizzle-orm'

type Element = string | number | boolean | null | undefined

/**
 * Values as one array parameter of a type: with `unnest` the statement is the same for any number of rows, and
 * PostgreSQL parses an array literal in half the time of JSON (measured with a thousand rows).
 */
export function sqlArray(
  values: readonly Element[],
  type: 'int4' | 'int8' | 'float4' | 'float8' | 'text' | 'uuid' | 'jsonb',
): SQL {
  return sql`${literal(values)}::${sql.raw(type)}[]`
}

function literal(values: readonly Element[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (i > 0) text += ','
    if (value === null || value === undefined) text += 'NULL'
    else text += typeof value === 'string' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : value
  }
  return `${text}}`
}
