const browsers: readonly (readonly [RegExp, string])[] = [
  // each user agent also names those before it, so that old pages accept it
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[^ ]* .*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/**
 * The usual name of a browser for its user agent: `Chrome 141 on Windows`. A client that is not a browser keeps its own
 * name.
 */
export function browserName(userAgent: string | null): string {
  const text = userAgent?.trim() ?? ''
  if (text === '') return 'An unknown browser'
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  return [nameIn(text), system].filter(Boolean).join(' on ')
}

function nameIn(text: string): string {
  for (const [pattern, name] of browsers) {
    const found = pattern.exec(text)
    if (found) return `${name} ${found[1]}`
  }
  return text.split('/')[0]!.slice(0, 40)
}
