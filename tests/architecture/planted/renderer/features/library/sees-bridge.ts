// features-reach-the-bridge-through-state
import '../../bridge/port'
