const longest = 64

/** The tags in a text: separated by commas, each once, without empty ones. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, longest))
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
