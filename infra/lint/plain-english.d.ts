export function bannedWords(text: string): { word: string; instead: string; index: number }[]
