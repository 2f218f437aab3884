// What the console needs once somebody is signed in. Only the shell imports it, and a remote that runs alone.
import './components.css';
