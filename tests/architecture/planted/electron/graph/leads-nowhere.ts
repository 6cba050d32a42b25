// everything-resolves
import './nowhere'
