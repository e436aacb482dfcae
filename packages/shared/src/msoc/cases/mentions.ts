const mention = /@\[[^\]\n]{1,200}\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi

/** Maximum members whom one comment notifies. */
const mostMentioned = 50

/** The members whom a Markdown text mentions as `@[Name](user:uuid)`, each once (rule CASE-40). */
export function mentionedIn(text: string): string[] {
  const uuids = [...text.matchAll(mention)].map((match) => match[1]!.toLowerCase())
  return [...new Set(uuids)].slice(0, mostMentioned)
}

/** The text with mentions as plain names, for documents and notifications. */
export function withoutMentionMarks(text: string): string {
  return text.replaceAll(/@\[([^\]\n]{1,200})\]\(user:[0-9a-f-]{36}\)/gi, '@$1')
}
