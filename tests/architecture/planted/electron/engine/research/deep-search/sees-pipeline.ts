// searching-in-rounds-asks-narrow-rooms
import '../../pipeline/sees-engine'
