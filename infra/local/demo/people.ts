/** Who works at the demo's organisation; one password serves them all. */
export const demoPeople = [
  { name: 'Maya Rao', email: 'maya.rao@nordhaven.example', role: 'ADMIN' },
  { name: 'Sven Dahl', email: 'sven.dahl@nordhaven.example', role: 'ANALYST' },
  { name: 'Aiko Kimura', email: 'aiko.kimura@nordhaven.example', role: 'ANALYST' },
  { name: 'Jonas Lind', email: 'jonas.lind@nordhaven.example', role: 'ENGINEER' },
] as const

/** Who works on its alerts. */
export const demoAnalysts: readonly string[] = demoPeople
  .filter(({ role }) => role === 'ANALYST')
  .map(({ email }) => email)
