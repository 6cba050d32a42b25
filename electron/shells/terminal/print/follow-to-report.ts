import { exitCode, type Context } from '../command'
import { printableJson } from './printable'
import { Progress } from './progress'

type Step<Report> =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly report: Report }

/** Shows how far long work is and prints its report, as JSON where that is asked for. The exit code says whether it came to one. */
export async function followToReport<Report>(
  context: Context,
  label: string,
  begin: () => Promise<AsyncIterable<Step<Report>>>,
  print: (report: Report, context: Context) => void,
): Promise<number> {
  const { args, out, err, say, world, signal } = context
  const progress = new Progress(err, () => world.now(), label)
  try {
    for await (const step of await begin()) {
      // A passphrase was right, where there is one.
      context.unseen.show()
      if (step.type === 'progress') progress.update(step.done, step.total, '')
      else {
        progress.end()
        if (args.has('json')) out.line(printableJson(step.report, 2))
        else print(step.report, context)
        return exitCode.fine
      }
    }
  } finally {
    progress.end()
  }
  if (signal.aborted) err.line(say('cancelled'))
  return exitCode.interrupted
}
