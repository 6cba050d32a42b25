import type { DoorsState } from '@shared/api/doors-api'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { SettingsPatch } from '@shared/settings'
import { create } from 'zustand'
import { call } from '../connection'
import { changeSettings } from '../settings-store'

interface Doors {
  /** The ways in for other programs as they stand; null before they were read. */
  readonly state: DoorsState | null
  /** Why they could not be read. */
  readonly error: ErrorReport | null
  /** How often they have changed since the window opened: what is shown is then read anew. */
  readonly changes: number
}

export const useDoors = create<Doors>(() => ({ state: null, error: null, changes: 0 }))

/** The engine says that they stand otherwise now. */
export function receiveDoorsChange(): void {
  useDoors.setState(({ changes }) => ({ changes: changes + 1 }))
}

/** Reads how they stand; waits until what is being opened or closed is. */
export async function readDoors(): Promise<void> {
  try {
    useDoors.setState({ state: await call((client) => client.doors.state()), error: null })
  } catch (thrown) {
    useDoors.setState({ error: toCairnError(thrown).report() })
  }
}

/** Opens or closes ways in, or moves them to another port, and reads what became of it. */
export async function changeDoors(doors: NonNullable<SettingsPatch['doors']>): Promise<void> {
  // What was wrong before may be right now.
  useDoors.setState(({ state }) => ({ state: state && { ...state, problem: null } }))
  await changeSettings({ doors })
  await readDoors()
}

/** The secret that programs show at the doors; one is made where there is none yet. Throws CairnError. */
export async function doorToken(): Promise<string> {
  const { token } = await call((client) => client.doors.token())
  return token
}

/** Another secret in its place; the one before is good for nothing from then on. Throws CairnError. */
export async function newDoorToken(): Promise<string> {
  const { token } = await call((client) => client.doors.rotate())
  return token
}
