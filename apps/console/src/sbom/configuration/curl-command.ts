interface CurlCommand {
  /** The full address of the endpoint. */
  readonly api: string
  readonly software: string
  readonly version: string
}

/** The command that sends `bom.json` from a shell; whatever is typed stays inside its quotes. */
export function curlCommand({ api, software, version }: CurlCommand): string {
  const query = new URLSearchParams({ software, version, file_name: 'bom.json' })
  const url = `${api}?${query}`.replaceAll("'", '%27')
  return (
    `curl --fail-with-body -H "ACCESS-TOKEN: $CARAPACE_TOKEN" -H 'content-type: application/octet-stream' ` +
    `--data-binary @bom.json '${url}'`
  )
}
