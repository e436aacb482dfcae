type Named = readonly { readonly key: string; readonly title: string }[]

/** The fields of rows whose key or title an earlier row has. */
export function repeated(rows: Named, field: string, what: string): [string, string][] {
  const keys = rows.map((row) => row.key)
  const titles = rows.map((row) => row.title.toLowerCase())
  return rows.flatMap((row, i): [string, string][] => [
    ...(keys.indexOf(row.key) < i
      ? [[`${field}.${i}.key`, `The key ${row.key} is there twice.`] as [string, string]]
      : []),
    ...(titles.indexOf(titles[i]!) < i
      ? [[`${field}.${i}.title`, `The ${what} ${row.title} is there twice.`] as [string, string]]
      : []),
  ])
}
