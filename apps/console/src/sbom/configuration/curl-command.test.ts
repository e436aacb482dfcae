import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

test('[SBOM-UI-17] the command names software and version, and nothing leaves its quotes', () => {
  const command = curlCommand({
    api: 'https://cara.example/api/v2/app/sbom/documents/upload',
    software: "a'b; rm -rf $HOME",
    version: '1.0 "x"',
  })
  expect(command.endsWith("file_name=bom.json'")).toBe(true)
  expect(command).toContain("'https://cara.example/api/v2/app/sbom/documents/upload?software=a%27b%3B+rm+-rf+%24HOME&")
  expect(command.split("'")).toHaveLength(5)
})
