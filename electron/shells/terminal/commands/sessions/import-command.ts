import type { ErrorReport } from '@shared/errors'
import type { ImportedSession, ImportReport } from '@shared/session/turn-context'
import { exitCode, type Command } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { reportOf, sayReport } from '../../print/problems'
import type { Say } from '../../words/terminal-words'

/** The outcome of importing a file. */
type Imported = ({ readonly file: string } & ImportReport) | { readonly file: string; readonly error: ErrorReport }

export const importSessions: Command = {
  name: 'import',
  usage: '<file>… [--json]',
  about: 'aboutImport',
  options: ['json'],
  needs: 'whatImport',
  maxOperands: Infinity,
  async run(context) {
    const { args, out, err, say, signal } = context
    const { sessions } = await context.client()
    const results: Imported[] = []
    // A damaged file among several keeps none of the others out.
    for (const file of args.operands.map((path) => context.resolvePath(path))) {
      if (signal.aborted) break
      const result = await sessions.import({ path: file }).then(
        (report): Imported => ({ file, ...report }),
        (thrown: unknown): Imported => ({ file, error: reportOf(thrown) }),
      )
      results.push(result)
      if ('error' in result) {
        const message = printableLine(sayReport(result.error, say))
        err.line(say('importRefused', { file: printableLine(file), message }))
      } else if (!args.has('json')) {
        for (const line of result.sessions.flatMap((session) => sessionLines(session, say))) out.line(line)
        for (const { kind, id, title, outcome } of result.parts) {
          out.line(say(`import_${kind}_${outcome}`, { title: printableLine(title), id }))
        }
        if (result.sessions.length + result.parts.length === 0)
          err.line(say('importEmpty', { file: printableLine(file) }))
      }
    }
    if (args.has('json')) out.line(printableJson(results, 2))
    return results.some((result) => 'error' in result) ? exitCode.failed : exitCode.fine
  },
}

function sessionLines({ id, title, outcome, turns, evidences, conflicts }: ImportedSession, say: Say): string[] {
  const line = say(`import_${outcome}`, { title: printableLine(title), id, turns, evidences })
  if (conflicts.length === 0) return [line]
  return [line, `  ${say('importConflicts', { turns: printableLine(conflicts.join(', ')) })}`]
}
