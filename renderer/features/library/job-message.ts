import { DocumentStatus } from '@shared/documents'

/** What a job is at, in the reader's language: the engine says `name: status`, other messages stay as they are. */
export function jobMessage(message: string, nameOf: (status: DocumentStatus) => string): string {
  const at = message.lastIndexOf(': ')
  const status = DocumentStatus.safeParse(message.slice(at + 2))
  if (at < 0 || !status.success) return at < 0 ? '' : message.slice(0, at)
  return `${message.slice(0, at)} \u00b7 ${nameOf(status.data)}`
}
