/** A file on another machine, as in a library that several share: the machine's name, eight hex digits, a colon, the path there. */
const elsewhere = /^([\w.-]{1,40}-[0-9a-f]{8}):/u

/** Whether the file that a document was read from lies on another machine. */
export function isElsewhere(source: string): boolean {
  return elsewhere.test(source)
}

/** The source as all machines understand it. */
export function sourceForOthers(source: string, machine: string): string {
  return isElsewhere(source) ? source : `${machine}:${source}`
}

/** The source as `machine` understands it: a path where the file is its own. */
export function sourceHere(source: string, machine: string): string {
  return source.startsWith(`${machine}:`) ? source.slice(machine.length + 1) : source
}
