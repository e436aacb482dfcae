/** The users of the demo organisation; all have the same password. */
export const demoPeople = [
  { name: 'Maya Rao', email: 'maya.rao@nordhaven.example', role: 'ADMIN' },
  { name: 'Sven Dahl', email: 'sven.dahl@nordhaven.example', role: 'ANALYST' },
  { name: 'Aiko Kimura', email: 'aiko.kimura@nordhaven.example', role: 'ANALYST' },
  { name: 'Tomasz Nowak', email: 'tomasz.nowak@nordhaven.example', role: 'ANALYST' },
  { name: 'Jonas Lind', email: 'jonas.lind@nordhaven.example', role: 'ENGINEER' },
] as const

/** The users who work on its alerts, in the order of their shifts: early, late, night. */
export const demoAnalysts: readonly { readonly name: string; readonly email: string }[] = demoPeople.filter(
  ({ role }) => role === 'ANALYST',
)

/** The user who adds the software that suppliers deliver. */
export const demoEngineer = demoPeople.find(({ role }) => role === 'ENGINEER')!
