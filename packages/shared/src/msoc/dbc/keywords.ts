/** The statements of a DBC text, in the order of the format. */
export const keywords = [
  'VERSION',
  'NS_',
  'BS_',
  'BU_',
  'VAL_TABLE_',
  'BO_',
  'SG_',
  'BO_TX_BU_',
  'EV_',
  'ENVVAR_DATA_',
  'EV_DATA_',
  'SGTYPE_',
  'SGTYPE_VAL_',
  'SIG_GROUP_',
  'CM_',
  'BA_DEF_',
  'BA_DEF_REL_',
  'BA_DEF_SGTYPE_',
  'BA_DEF_DEF_',
  'BA_DEF_DEF_REL_',
  'BA_',
  'BA_REL_',
  'BA_SGTYPE_',
  'VAL_',
  'SIG_TYPE_REF_',
  'SIGTYPE_VALTYPE_',
  'SIG_VALTYPE_',
  'SG_MUL_VAL_',
  'CAT_DEF_',
  'CAT_',
  'FILTER',
  'NS_DESC_',
  'BU_SG_REL_',
  'BU_EV_REL_',
  'BU_BO_REL_',
] as const
export type Keyword = (typeof keywords)[number]

const ranks: ReadonlyMap<string, number> = new Map(keywords.map((keyword, rank) => [keyword, rank]))

export const isKeyword = (word: string): word is Keyword => ranks.has(word)

/** Returns the position of a statement in this order. */
export const rankOf = (keyword: string): number => ranks.get(keyword) ?? keywords.length
