/** What an assignment is for; an empty word stands for every model, or every bus. */
export interface Assignment {
  readonly model: string
  readonly bus: string
}

/**
 * The assignment that holds for a bus of a vehicle model (rule DBC-21): of the model and the bus; else of the model;
 * else of the bus; else the one of everything. A bus without a name is any other bus: only what is assigned to every
 * bus holds for it.
 */
export function assignedTo<A extends Assignment>(assignments: readonly A[], model: string, bus: string): A | undefined {
  const of = (wantedModel: string, wantedBus: string) =>
    assignments.find((one) => one.model === wantedModel && one.bus === wantedBus)
  return of(model, bus) ?? of(model, '') ?? of('', bus) ?? of('', '')
}
