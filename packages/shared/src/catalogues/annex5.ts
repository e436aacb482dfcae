/** One number of UN R155 Annex 5, table A1, in our words: its title, and the count of its examples. */
export interface Annex5Group {
  readonly number: number
  readonly title: string
  readonly items: number
  /** The number of the first example, if it is not 1. */
  readonly first?: number
}

export interface Annex5Heading {
  readonly key: string
  readonly title: string
  readonly groups: readonly Annex5Group[]
}

/**
 * The headings of UN R155 Annex 5, table A1, with the numbers below each: 69 items; 4.1 is the first of number 4. The
 * titles are ours. The regulation has no numbers 14 and 30 there, begins 22 with 22.2, and gives all three examples of
 * 32 the one number 32.1: only here the second and third are 32.2 and 32.3.
 */
export const annex5: readonly Annex5Heading[] = [
  {
    key: 'servers',
    title: 'Back-end servers',
    groups: [
      { number: 1, title: 'A server is turned against vehicles', items: 3 },
      { number: 2, title: 'A server is out of service', items: 1 },
      { number: 3, title: 'A server loses vehicle data', items: 5 },
    ],
  },
  {
    key: 'communication',
    title: 'Communication',
    groups: [
      { number: 4, title: 'Messages pretend another sender', items: 2 },
      { number: 5, title: 'Code or data is changed over a channel', items: 5 },
      { number: 6, title: 'Untrusted or replayed messages are believed', items: 3 },
      { number: 7, title: 'Information is disclosed', items: 2 },
      { number: 8, title: 'A channel is made unusable', items: 2 },
      { number: 9, title: 'An attacker gains privileges', items: 1 },
      { number: 10, title: 'Malware arrives over a channel', items: 1 },
      { number: 11, title: 'Messages carry malicious content', items: 4 },
    ],
  },
  {
    key: 'update',
    title: 'Updates',
    groups: [
      { number: 12, title: 'Updating is misused or compromised', items: 4 },
      { number: 13, title: 'Updating is denied', items: 1 },
    ],
  },
  { key: 'people', title: 'People', groups: [{ number: 15, title: 'People help an attack unwittingly', items: 2 }] },
  {
    key: 'connectivity',
    title: 'External connectivity',
    groups: [
      { number: 16, title: 'Connected functions are manipulated', items: 3 },
      { number: 17, title: 'Third-party software is hosted', items: 1 },
      { number: 18, title: 'External devices are connected', items: 3 },
    ],
  },
  {
    key: 'data',
    title: 'Data and code',
    groups: [
      { number: 19, title: 'Data or code is extracted', items: 3 },
      { number: 20, title: 'Data or code is manipulated', items: 5 },
      { number: 21, title: 'Data or code is erased', items: 1 },
      { number: 22, title: 'Malware is introduced', items: 1, first: 2 },
      { number: 23, title: 'Software is replaced', items: 1 },
      { number: 24, title: 'Operation is disrupted', items: 1 },
      { number: 25, title: 'Parameters are falsified', items: 2 },
    ],
  },
  {
    key: 'weaknesses',
    title: 'Weaknesses to exploit',
    groups: [
      { number: 26, title: 'Cryptography is weak', items: 3 },
      { number: 27, title: 'Components are compromised', items: 1 },
      { number: 28, title: 'Development left flaws', items: 2 },
      { number: 29, title: 'Networks are badly designed', items: 2 },
      { number: 31, title: 'Data moves where it should not', items: 1 },
      { number: 32, title: 'Hardware is manipulated (three examples of 32.1)', items: 3 },
    ],
  },
]

/** The items of one number, in order: 5.1 to 5.5 for number 5. */
export function itemsOf({ number, items, first = 1 }: Annex5Group): readonly string[] {
  return Array.from({ length: items }, (_, i) => `${number}.${first + i}`)
}

/** Every item's number, in order: 1.1, 1.2 and so on. */
export const annex5Items: readonly string[] = annex5.flatMap(({ groups }) => groups.flatMap(itemsOf))

/** The heading of an item's number; undefined: there is none. */
export function headingOf(item: string): Annex5Heading | undefined {
  const number = Number(item.split('.')[0])
  return annex5.find(({ groups }) => groups.some((group) => group.number === number))
}
