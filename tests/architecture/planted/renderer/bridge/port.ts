// bridge-knows-no-state
import '../state/turn'
