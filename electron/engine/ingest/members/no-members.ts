import type { Members } from './members'

/** For who wants a file's own text only: no member is unpacked. */
export const noMembers: Members = {
  taken: [],
  isFull: true,
  bombBytes: Infinity,
  add: () => Promise.resolve('too many'),
}
