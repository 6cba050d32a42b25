/** Writes a file anew, each line as lines are written by now. Resolves with whether it was otherwise before; false where there is no such file. */
export type Reseal = (path: string) => Promise<boolean>

/** A room whose files can be sealed and opened while it is in use. */
export interface Resealed {
  /**
   * A piece of work for each thing that it keeps, which writes the files of that thing anew and resolves with whether any was otherwise
   * before. A piece that was cut short is done again; what came meanwhile is in the pieces of the next pass. One that takes long heeds `signal`: the
   * store is closing.
   */
  resealing(reseal: Reseal, signal: AbortSignal): Promise<readonly (() => Promise<boolean>)[]>
  /** Files that are sealed still, by their paths: once nothing is to be, those that are damaged. Absent where `reseal` tells of them. */
  stillSealed?(): Promise<readonly string[]>
  /** Whether something is known to be otherwise without a look at the files, as after damage to what says where they lie. */
  isOtherwise?(): boolean
}
