/**
 * How a package is called within its ecosystem, so that two spellings of one name are equal: names without case in
 * lowercase, PyPI's by PEP 503 (rule PACKAGE-KEY-2). To be applied to the names of advisories as well.
 */
export function normalizedPackageName(ecosystem: string, name: string): string {
  const base = ecosystem.startsWith('Root:') ? ecosystem.split(':')[1]! : ecosystem.split(':')[0]!
  if (base === 'PyPI') return name.toLowerCase().replace(/[-_.]+/g, '-')
  if (base === 'SwiftURL') return withoutScheme(name).toLowerCase()
  if (base === 'GIT') return gitRepository(name) ?? name
  return ecosystemsWithoutCase.has(base) ? name.toLowerCase() : name
}

const ecosystemsWithoutCase = new Set(['NuGet', 'Packagist', 'Hex', 'Pub', 'GitHub Actions', 'VSCode', 'Homebrew'])

const hostsWithoutCase = new Set(['github.com', 'gitlab.com', 'bitbucket.org'])

/**
 * The address of a Git repository in one spelling: `https://`, the host in lowercase, without `.git`, user name,
 * commit and fragment. Undefined: it is no address of a repository.
 */
export function gitRepository(address: string): string | undefined {
  const plain = address
    .trim()
    .replace(/^git\+/i, '')
    .replace(/^scm:git:/i, '')
  const found =
    /^(?:https?|git|ssh|git\+ssh):\/\/(?:[^@/?#]*@)?([^/?#@:]+)(?::\d+)?\/([^?#]+)/i.exec(plain) ??
    /^(?:[\w.-]+@)([\w.-]+):(?!\/\/)([^?#]+)/.exec(plain)
  if (!found) return undefined
  const host = found[1]!.toLowerCase()
  const path = trimmed(found[2]!.split('@')[0]!)
  if (path === '') return undefined
  return `https://${host}/${hostsWithoutCase.has(host) ? path.toLowerCase() : path}`
}

function withoutScheme(name: string): string {
  return trimmed(name.replace(/^[a-z+]+:\/\//i, ''))
}

function trimmed(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  const whole = path.slice(0, end)
  return whole.endsWith('.git') ? whole.slice(0, -4) : whole
}
