// The page's entry point.

import './app.css';
import './felt.css';
import { mount } from 'svelte';
import App from './App.svelte';

const place = document.getElementById('app');
if (place) mount(App, { target: place });
