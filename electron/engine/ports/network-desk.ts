import type { AttemptQuery, FoundAttempts, NetworkRule } from '@shared/api/network-api'

/** What people may know of the network, allow, and take back. */
export interface NetworkDesk {
  /** What was kept of attempts, newest first. */
  find(query: AttemptQuery): Promise<FoundAttempts>
  /** One for each host that the settings allow. */
  rules(): NetworkRule[]
  /** Allows a host for good, `.example.org` with all below it. Throws CairnError INVALID_INPUT for what names none. */
  allow(host: string): Promise<NetworkRule[]>
  /** Takes a host's permission back. Throws CairnError NOT_FOUND. */
  forget(host: string): Promise<NetworkRule[]>
}
