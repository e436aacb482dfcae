export function firstMissing(root: string): string | undefined
