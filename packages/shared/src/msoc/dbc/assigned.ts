/** The target of an assignment; an empty string matches every model, or every bus. */
export interface Assignment {
  readonly model: string
  readonly bus: string
}

/**
 * Returns the assignment that applies to a bus of a vehicle model (rule DBC-21): the one of the model and the bus; else
 * of the model; else of the bus; else the general one. A bus without a name is any other bus: only an assignment to
 * every bus applies to it.
 */
export function assignedTo<A extends Assignment>(assignments: readonly A[], model: string, bus: string): A | undefined {
  const of = (wantedModel: string, wantedBus: string) =>
    assignments.find((one) => one.model === wantedModel && one.bus === wantedBus)
  return of(model, bus) ?? of(model, '') ?? of('', bus) ?? of('', '')
}
