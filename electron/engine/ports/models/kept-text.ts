/** What the library says that no other machine may be sent. Interface of the room that knows the documents, for the room that asks models. */
export interface KeptText {
  /** Whether the library has a confidential document at all. */
  keepsAny(): boolean
  /**
   * The texts without copies of what confidential documents say, and of their names; the same texts where they hold none. Throws CairnError
   * where it cannot be known what those documents say.
   */
  without(texts: readonly string[]): Promise<string[]>
}

/** Where it is found out which model runs where. */
export interface ModelPlaces {
  /** Whether a model runs on another machine. */
  isElsewhere(model: string): boolean
}
