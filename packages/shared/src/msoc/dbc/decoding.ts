import { isKeyword } from './keywords.ts'

/** The statements that decide how frames are decoded. */
const statements = new Set(['BO_', 'SG_', 'SIG_VALTYPE_', 'SG_MUL_VAL_'])
/** The attributes that decide which frames a message is. */
const attributes = /"(?:VFrameFormat|ProtocolType)"/
const KEYWORD = /\w{1,20}/y
/** An attribute is named near the beginning of its statement. */
const NAMED_WITHIN = 60

/**
 * Returns true if frames may be decoded differently without the statement at an offset: one of messages, of signals, of
 * an attribute with the format of frames, or one that is not known (rule DBC-3).
 */
export function decidesDecoding(text: string, from: number): boolean {
  KEYWORD.lastIndex = from
  const keyword = KEYWORD.exec(text)?.[0]
  if (keyword === undefined || !isKeyword(keyword) || statements.has(keyword)) return true
  return keyword.startsWith('BA_') && attributes.test(text.slice(from, from + NAMED_WITHIN))
}
