import type { Endpoint } from '@carapace/shared/core/endpoint'
import type { z } from 'zod'
import { callForFile } from './call.ts'

/** Requests a table as a file (`text/csv`) and saves it under a name. Throws the same errors as `call`. */
export async function download<In extends z.ZodType>(
  endpoint: Endpoint<In, z.ZodString>,
  input: z.input<In>,
  fileName: string,
): Promise<void> {
  save(await callForFile(endpoint, input), fileName)
}

/** Passes a file to the browser's downloads. */
export function save(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // the browser reads the file after the click: a URL that is revoked immediately may be gone by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
