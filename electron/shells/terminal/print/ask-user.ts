import { createInterface } from 'node:readline'
import type { Context } from '../command'

/** Whether the user says yes; no where nobody is there to be asked. */
export async function isConfirmed(context: Context, question: string): Promise<boolean> {
  if (context.world.stdin.isTTY !== true) return false
  return /^\s*(y|yes|是|好)\s*$/iu.test(await asked(context, question))
}

/** One line of the user; empty where input ends. */
export function asked({ world, err }: Context, question: string): Promise<string> {
  err.write(`${question} `)
  const lines = createInterface({ input: world.stdin })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })
}
