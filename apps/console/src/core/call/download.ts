import type { Endpoint } from '@carapace/shared/core/endpoint'
import type { z } from 'zod'
import { callForFile } from './call.ts'

/** Asks for a table as a file (`text/csv`) and saves it under a name. A refusal is thrown as by `call`. */
export async function download<In extends z.ZodType>(
  endpoint: Endpoint<In, z.ZodString>,
  input: z.input<In>,
  fileName: string,
): Promise<void> {
  save(await callForFile(endpoint, input), fileName)
}

/** Hands a file to the browser's downloads. */
export function save(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // the browser reads it after the click; a URL revoked in the same breath may be gone by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
