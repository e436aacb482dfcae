/** Who changed something: a person, or (without a uuid) a part of the product. */
export interface Actor {
  readonly uuid: string | null
  readonly name: string
}
