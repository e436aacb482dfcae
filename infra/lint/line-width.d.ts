export function wideLines(text: string): { line: number; width: number }[]
