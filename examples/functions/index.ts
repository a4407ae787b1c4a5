import * as pulumi from "@pulumi/pulumi";
import { CloudFunction } from "pulumi-edgecloud";

const config = new pulumi.Config();

const code = `package main

import (
	"fmt"
	"net/http"
)

func Greet(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "Hello, %s", r.URL.Query().Get("name"))
}
`;

/** One instance is always warm. `pulumi up` returns when the function can be called. */
const greeting = new CloudFunction("greeting", {
  namespace: "web",
  name: "greeting",
  runtime: "go1.16.6",
  flavor: "80mCPU-128MB",
  mainMethod: "Greet",
  code,
  timeout: 10,
  autoscaling: { minInstances: 1, maxInstances: 4 },
  envs: { LOG_LEVEL: "info", DATABASE_URL: config.requireSecret("databaseUrl") },
});

export const endpoint = greeting.endpoint;
